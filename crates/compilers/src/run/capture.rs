//! A pipe that is read without waiting, and of which a part is kept.

use std::io;
use std::os::fd::OwnedFd;

use rustix::event::{PollFd, PollFlags};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

use super::Room;

pub struct Stream {
    /// None after its end.
    pipe: Option<OwnedFd>,
    room: Room,
    seen: u64,
    pub kept: Vec<u8>,
}

impl Stream {
    pub fn new(pipe: Option<OwnedFd>, room: Room) -> io::Result<Stream> {
        if let Some(pipe) = &pipe {
            fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?;
        }
        Ok(Stream { pipe, room, seen: 0, kept: Vec::new() })
    }

    pub fn poll(&self) -> Option<PollFd<'_>> {
        self.pipe.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN))
    }

    /// Reads what is there.
    pub fn drain(&mut self) {
        let mut buffer = [0; 16 << 10];
        while let (Some(pipe), false) = (&self.pipe, self.flooded()) {
            match rustix::io::read(pipe, &mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => self.take(&buffer[..count]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // What cannot be read any more is not worth an error of its own.
                Err(_) => self.pipe = None,
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.seen += bytes.len() as u64;
        let left = self.room.keep.saturating_sub(self.kept.len() as u64);
        let left = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
        self.kept.extend_from_slice(&bytes[..left]);
    }

    pub fn flooded(&self) -> bool {
        self.seen > self.room.flood
    }
}
