"""Training of Paohuzi networks."""
