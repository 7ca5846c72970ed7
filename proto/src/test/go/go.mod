// A program of somebody else, with its own module, into which protoc generates the contract. GoTest builds and runs it.
module example.com/player

go 1.23

require google.golang.org/protobuf v1.36.12
