//! Work spread over threads, results in the order of the input.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reserved for each thread, not used: trees can be deep, and who walks one
/// by recursion needs a frame for each level.
pub const STACK: usize = 512 << 20;

/// Applies `work` to every item with `threads` threads.
pub fn map<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            let body = || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    // A poisoned lock means that another thread is panicking,
                    // which the scope reports; the data itself is whole.
                    done.lock().unwrap_or_else(|e| e.into_inner()).push((index, result));
                }
            };
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, body).expect("a thread can be started");
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|e| e.into_inner());
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn keeps_the_order() {
        let items: Vec<usize> = (0..1000).collect();
        let doubled = super::map(&items, 4, |n| n * 2);
        assert_eq!(doubled, items.iter().map(|n| n * 2).collect::<Vec<_>>());
        assert!(super::map(&[] as &[u8], 2, |b| *b).is_empty());
    }
}
