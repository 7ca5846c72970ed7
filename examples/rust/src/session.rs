use tonic::{Code, Status, transport::Channel};

use crate::{
    moves,
    retry::{RetryPolicy, expect_rejection, new_request_id, with_deadline},
    tengen::{
        CloseSessionRequest, CreateSessionRequest, CreateSessionResponse, EnvironmentSpec, ObserveRequest, StepRequest,
        Timestep, environment_service_client::EnvironmentServiceClient,
    },
};

const SIZE: usize = 9;

/// Plays a whole game in a session of its own.
pub async fn play(channel: Channel, retry: &RetryPolicy, seed: u64) -> Result<(), Status> {
    let client = EnvironmentServiceClient::new(channel);
    expect_rejection(create(&client, retry, 26).await, "INVALID_VALUE")?;
    let created = create(&client, retry, SIZE as u32).await?;
    let game = SessionGame { client, retry, seed, session_id: created.session_id };
    let played = game.play_episode(created.timestep.unwrap_or_default()).await;
    let closed = game.close().await;
    played.and(closed)
}

async fn create(
    client: &EnvironmentServiceClient<Channel>,
    retry: &RetryPolicy,
    size: u32,
) -> Result<CreateSessionResponse, Status> {
    let request = CreateSessionRequest {
        request_id: new_request_id(),
        spec: Some(EnvironmentSpec { width: size, height: size, ..Default::default() }),
        ..Default::default()
    };
    let response = retry.call(async || client.clone().create_session(with_deadline(request.clone())).await);
    Ok(response.await?.into_inner())
}

/// A game in a session: one call for each move.
struct SessionGame<'a> {
    client: EnvironmentServiceClient<Channel>,
    retry: &'a RetryPolicy,
    seed: u64,
    session_id: String,
}

impl SessionGame<'_> {
    /// Plays from the first timestep to the end, and prints the board and the result.
    async fn play_episode(&self, mut timestep: Timestep) -> Result<(), Status> {
        while !timestep.terminated && !timestep.truncated {
            let action = moves::choose(self.seed, &timestep.action_mask, SIZE * SIZE, timestep.move_number);
            let request_id = new_request_id();
            timestep = self.step(&request_id, action).await?;
            if timestep.move_number == 1 {
                self.show_errors(&request_id, action, timestep.state_hash).await?;
            }
        }
        print!("{}", draw(&self.board().await?));
        let margin = timestep.score.unwrap_or_default().margin;
        let result = moves::result(timestep.end_reason, timestep.move_number, margin, timestep.state_hash);
        println!("Session: {result}");
        Ok(())
    }

    async fn step(&self, request_id: &str, action: i32) -> Result<Timestep, Status> {
        let request = StepRequest {
            session_id: self.session_id.clone(),
            request_id: request_id.into(),
            action,
            ..Default::default()
        };
        let response = self.retry.call(async || self.client.clone().step(with_deadline(request.clone())).await);
        Ok(response.await?.into_inner().timestep.unwrap_or_default())
    }

    /// Repeats the first move: with its request id the call returns the first answer and does nothing; with another id
    /// it is an illegal move, and the position does not change.
    async fn show_errors(&self, request_id: &str, action: i32, state_hash: u64) -> Result<(), Status> {
        let again = self.step(request_id, action).await?;
        if again.state_hash != state_hash {
            return Err(Status::internal("the move was played twice"));
        }
        println!("Repeated as expected: the move was played once");
        expect_rejection(self.step(&new_request_id(), action).await, "OCCUPIED")
    }

    async fn board(&self) -> Result<Vec<u8>, Status> {
        let request = ObserveRequest { session_id: self.session_id.clone(), ..Default::default() };
        let response = self.retry.call(async || self.client.clone().observe(with_deadline(request.clone())).await);
        Ok(response.await?.into_inner().board)
    }

    /// Closes the session. A retry that finds it closed has succeeded, too.
    async fn close(&self) -> Result<(), Status> {
        let request = CloseSessionRequest { session_id: self.session_id.clone() };
        let closed = self.retry.call(async || self.client.clone().close_session(with_deadline(request.clone())).await);
        match closed.await {
            Err(status) if status.code() != Code::NotFound => Err(status),
            _ => Ok(()),
        }
    }
}

/// Returns the board as text: X is Black, O is White.
fn draw(board: &[u8]) -> String {
    let mut text = String::new();
    for (row, stones) in board.chunks(SIZE).enumerate() {
        text += &(SIZE - row).to_string();
        for &color in stones {
            text.push(' ');
            text.push(['.', 'X', 'O'][usize::from(color)]);
        }
        text.push('\n');
    }
    text + "  A B C D E F G H J\n"
}
