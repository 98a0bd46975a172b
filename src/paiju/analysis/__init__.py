"""Analysis of play: reviews, puzzles, lessons, and what hands of Paohuzi wait for."""
