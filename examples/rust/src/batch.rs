use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming, transport::Channel};

use crate::{
    moves,
    retry::{RetryPolicy, expect_rejection, with_deadline},
    tengen::{
        AutoresetMode, EnvironmentSpec, IllegalReason, LaneStates, OpenBatch, RunRequest, RunResponse, StepBatch,
        batch_service_client::BatchServiceClient, run_request::Request,
    },
};

const LANE_COUNT: usize = 4;
const SIZE: usize = 5;

/// Leaves a lane as it is.
const NO_ACTION: i32 = -1;

/// Plays a game in each lane of a batch, all lanes with one message for each move. A batch ends with its stream. If the
/// connection is lost, the retry opens the batch again and plays the same games from the start, since the seed determines
/// them.
pub async fn play(channel: Channel, retry: &RetryPolicy, seed: u64) -> Result<(), Status> {
    let client = BatchServiceClient::new(channel);
    let rejected = retry.call(async || BatchStream::open(&client, 0).await).await;
    expect_rejection(rejected, "INVALID_VALUE")?;
    let states = retry.call(async || BatchStream::open(&client, LANE_COUNT as u32).await?.play(seed).await).await?;
    for lane in 0..LANE_COUNT {
        let margin = f32::from_le_bytes(row(&states.margins, lane));
        let result = moves::result(
            states.end_reasons[lane].into(),
            u32::from_le_bytes(row(&states.move_numbers, lane)),
            margin.into(),
            u64::from_le_bytes(row(&states.state_hashes, lane)),
        );
        println!("Lane {lane}: {result}");
    }
    Ok(())
}

/// Returns the bytes of a lane's number.
fn row<const N: usize>(bytes: &[u8], lane: usize) -> [u8; N] {
    bytes.as_chunks().0[lane]
}

/// The stream of one batch. It ends when this value is dropped.
struct BatchStream {
    requests: mpsc::Sender<RunRequest>,
    responses: Streaming<RunResponse>,
    states: LaneStates,
    mask_bytes: usize,
}

impl BatchStream {
    /// Creates the lanes.
    async fn open(client: &BatchServiceClient<Channel>, lane_count: u32) -> Result<Self, Status> {
        let (requests, receiver) = mpsc::channel(1);
        let size = SIZE as u32;
        let open = OpenBatch {
            lane_count,
            specs: vec![EnvironmentSpec { width: size, height: size, ..Default::default() }],
            autoreset_mode: AutoresetMode::Disabled.into(),
            ..Default::default()
        };
        // The call returns with the first answer, so it needs the first request before.
        send(&requests, Request::Open(open)).await;
        let mut responses = client.clone().run(with_deadline(ReceiverStream::new(receiver))).await?.into_inner();
        let response = receive(&mut responses).await?;
        let mask_bytes = response.layout.unwrap_or_default().action_mask_byte_count as usize;
        Ok(Self { requests, responses, states: response.states.unwrap_or_default(), mask_bytes })
    }

    /// Steps all lanes until each game is over, and returns the last states.
    async fn play(mut self, seed: u64) -> Result<LaneStates, Status> {
        while (0..LANE_COUNT).any(|lane| !is_over(&self.states, lane)) {
            let step = StepBatch { actions: self.choose_actions(seed), ..Default::default() };
            send(&self.requests, Request::Step(step)).await;
            self.states = receive(&mut self.responses).await?.states.unwrap_or_default();
            if let Some(lane) = self.states.illegal_reasons.iter().position(|&reason| reason != 0) {
                let reason = IllegalReason::try_from(i32::from(self.states.illegal_reasons[lane]));
                return Err(Status::internal(format!("lane {lane}: illegal action: {reason:?}")));
            }
        }
        Ok(self.states)
    }

    /// Returns the next action of each lane.
    fn choose_actions(&self, seed: u64) -> Vec<u8> {
        let states = &self.states;
        let mut actions = Vec::new();
        for lane in 0..LANE_COUNT {
            let mask = &states.action_masks[lane * self.mask_bytes..][..self.mask_bytes];
            let move_number = u32::from_le_bytes(row(&states.move_numbers, lane));
            let action = if is_over(states, lane) {
                NO_ACTION
            } else {
                moves::choose(seed.wrapping_add(lane as u64), mask, SIZE * SIZE, move_number)
            };
            actions.extend(action.to_le_bytes());
        }
        actions
    }
}

/// Sends a request. A stream that has failed returns the reason when it is read.
async fn send(requests: &mpsc::Sender<RunRequest>, request: Request) {
    let _ = requests.send(RunRequest { request: Some(request), ..Default::default() }).await;
}

/// Returns the next answer.
async fn receive(responses: &mut Streaming<RunResponse>) -> Result<RunResponse, Status> {
    responses.message().await?.ok_or_else(|| Status::internal("the server ended the stream"))
}

fn is_over(states: &LaneStates, lane: usize) -> bool {
    states.terminated[lane] == 1 || states.truncated[lane] == 1
}
