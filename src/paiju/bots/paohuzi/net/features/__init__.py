"""What the network is shown of a question, written compiled."""
