"""Which changes to make: the least loss that brings the risk under the limits of the policy."""
