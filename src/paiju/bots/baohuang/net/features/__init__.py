"""What the network is shown, compiled: vectors of a state and of the plays worth a thought."""
