"""Exact draws of hidden cards: a random deal that agrees with all that one player has seen.

The cards fall into groups, the hidden copies of one kind each. A way to lay the copies of a group weighs the number of decks that deal
it, 1 / (c1! c2! ...) for hands that were dealt c1, c2, ... of them, within the bounds that the past sets on each hand. Facts that tie groups
together (a payment of the highest cards, say) make them a chain of states with transitions. A draw takes one variant and one way for each group,
with the probability of the product of all weights, on condition that every hand is full. Three means make that quick and keep it exact:

1. The variants of the chain are drawn by forward filtering and backward sampling, as in a hidden Markov model (Rabiner 1989; Scott 2002).
2. The copies of each group are drawn by themselves under an exponential tilt (Esscher 1932; Good's conditional Poisson sampling of
   contingency tables, and Chen, Diaconis, Holmes and Liu 2005): a factor for each card in a hand, chosen so that hands are full on average. What
   fills all hands gets the same factor from it, so rejection of the rest leaves the wanted distribution.
3. Groups of which little is known are dealt last, together, from one shuffle. That they fill the room that is left has a multinomial
   probability, so the draw is accepted with exactly that probability, not only when it happens to fit.

Where nothing is accepted for long the tilt is sought again from what was drawn; at last the hands are filled by a flow (Hall's condition),
which is possible but no longer exact, and said so.

- `closing`: the end of a draw: groups of which little is known are dealt together from one shuffle into the room that is left
- `copies`: the hidden copies of one kind of card: where they may lie, the weight of each way, and draws under an exponential tilt
- `hands`: exact draws of hands from groups of hidden copies, where what is true of one group depends on those before it
"""
