"""Generated protobuf and gRPC classes. Internal: the public interface does not expose them."""
