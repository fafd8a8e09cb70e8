//! Graphs: which nodes lead back to themselves.

/// The strongly connected components of a graph: two nodes have the same number if there are ways from each to the other.
/// A component has a higher number than all to which it leads.
pub(crate) fn components(count: usize, next: &dyn Fn(usize) -> Vec<usize>) -> Vec<usize> {
    const OPEN: usize = usize::MAX;
    let mut component = vec![OPEN; count];
    let (mut order, mut low) = (vec![OPEN; count], vec![0; count]);
    let (mut entered, mut closed) = (0, 0);
    let mut pending: Vec<usize> = Vec::new();
    for root in 0..count {
        if order[root] != OPEN {
            continue;
        }
        let mut calls: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                (order[node], low[node]) = (entered, entered);
                entered += 1;
                pending.push(node);
                calls.push((node, next(node)));
            }
            let Some((node, left)) = calls.last_mut() else { break };
            let node = *node;
            match left.pop() {
                Some(other) if order[other] == OPEN => enter = Some(other),
                Some(other) if component[other] == OPEN => low[node] = low[node].min(order[other]),
                Some(_) => {}
                None => {
                    calls.pop();
                    if let Some((caller, _)) = calls.last() {
                        low[*caller] = low[*caller].min(low[node]);
                    }
                    if low[node] == order[node] {
                        while let Some(member) = pending.pop() {
                            component[member] = closed;
                            if member == node {
                                break;
                            }
                        }
                        closed += 1;
                    }
                }
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_are_found() {
        let edges: [&[usize]; 7] = [&[1], &[2, 3], &[0], &[4], &[5], &[3], &[6]];
        let found = components(7, &|node| edges[node].to_vec());
        assert_eq!(found[0], found[1]);
        assert_eq!(found[1], found[2]);
        assert_eq!(found[3], found[4]);
        assert_eq!(found[4], found[5]);
        assert!(found[0] > found[3] && found[3] != found[6] && found[0] != found[6]);

        let chain = components(100_000, &|node| if node + 1 < 100_000 { vec![node + 1] } else { vec![0] });
        assert!(chain.iter().all(|component| *component == chain[0]));
    }
}
