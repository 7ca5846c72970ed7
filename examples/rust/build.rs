//! Generates Rust from the contract. Needs protoc.

use std::{error::Error, fs};

const CONTRACT: &str = "../../proto/src/main/proto";

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(format!("{CONTRACT}/tengen/v1"))? {
        files.push(entry?.path());
    }
    tonic_prost_build::configure().build_server(false).compile_protos(&files, &[CONTRACT.into()])?;
    Ok(())
}
