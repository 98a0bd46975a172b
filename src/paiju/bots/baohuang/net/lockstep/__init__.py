"""Many tables of Bao Huang at once, so that the network is asked about all of them together."""
