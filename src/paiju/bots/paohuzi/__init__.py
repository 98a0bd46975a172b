"""Players of Paohuzi: one that plans, and a frozen yardstick."""
