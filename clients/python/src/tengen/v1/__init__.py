"""Classes generated from the contract `tengen.v1`. Not for users: the package translates them."""
