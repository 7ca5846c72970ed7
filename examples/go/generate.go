package main

// Generates the package tengenv1 from the contract into the folder tengen/v1. Run "go generate"; it needs protoc, and go.mod
// names the two plug-ins.
//
//go:generate sh -c "protoc -I ../../proto/src/main/proto --plugin=protoc-gen-go=$(go tool -n protoc-gen-go) --plugin=protoc-gen-go-grpc=$(go tool -n protoc-gen-go-grpc) --go_out=. --go-grpc_out=. ../../proto/src/main/proto/tengen/v1/*.proto"
