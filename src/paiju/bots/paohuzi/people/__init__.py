"""Players of Paohuzi who err as people do, as `bots.baohuang.people` has them for Bao Huang."""
