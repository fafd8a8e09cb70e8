//! Topological sorting: every node once, and each edge from an earlier to a later one.

use std::ops::RangeInclusive;

use astragal::prelude::*;
use astragal::{Check, Report};

use crate::trial::{Quality, Task};

pub(crate) const TASK: Task = Task { name: "topological_sort", mutants: 6, run };

#[derive(Clone, Debug, PartialEq)]
struct Graph {
    nodes: usize,
    edges: Vec<(usize, usize)>,
}

/// Kahn's algorithm; `None` if there is a cycle.
fn sorted(graph: &Graph, mutant: usize) -> Option<Vec<usize>> {
    let Graph { nodes, edges } = graph;
    // The first mutant does not see the last edge.
    let edges = if mutant == 1 { &edges[..edges.len().saturating_sub(1)] } else { &edges[..] };
    let mut incoming = vec![0; *nodes];
    for (at, &(from, to)) in edges.iter().enumerate() {
        // The second counts an edge once that is there twice.
        if mutant != 2 || !edges[..at].contains(&(from, to)) {
            incoming[to] += 1;
        }
    }
    let mut ready: Vec<usize> = (0..*nodes).filter(|&node| incoming[node] == 0).collect();
    let mut order = Vec::new();
    while let Some(node) = ready.pop() {
        order.push(node);
        let mut released = 0;
        for &(_, to) in edges.iter().filter(|(from, _)| *from == node) {
            incoming[to] = i32::max(incoming[to] - 1, 0);
            released += 1;
            // The third takes a node as soon as one edge to it is done; the fourth looks at two edges of a node only.
            let is_ready = if mutant == 3 { true } else { incoming[to] == 0 };
            if is_ready && !ready.contains(&to) && !order.contains(&to) {
                ready.push(to);
            }
            if mutant == 4 && released == 2 {
                break;
            }
        }
    }
    // The fifth puts long orders back to front; the sixth forgets the last of many nodes.
    if mutant == 5 && edges.len() >= 6 {
        order.reverse();
    }
    if mutant == 6 && edges.len() >= 4 && order.len() >= 5 {
        order.pop();
    }
    (order.len() == *nodes || mutant == 6 || mutant == 4).then_some(order)
}

fn is_acyclic(graph: &Graph) -> bool {
    sorted(graph, 0).is_some()
}

/// Edges along a hidden order of the nodes.
fn graphs(nodes: RangeInclusive<usize>, edges: RangeInclusive<usize>) -> impl Gen<Value = Graph> {
    from_fn(move |src| {
        let nodes = src.draw(nodes.clone());
        let order = src.draw(astragal::generators::permutation_of((0..nodes).collect::<Vec<_>>()));
        let edges = src.draw(edges.clone());
        let edge = |src: &mut astragal::Source| {
            let to = src.draw(1..nodes);
            (order[src.draw(0..to)], order[to])
        };
        Graph { nodes, edges: (0..edges).map(|_| edge(src)).collect() }
    })
}

fn run(check: Check, quality: Quality, mutant: usize) -> Report {
    let property = |graph: Graph| {
        assume!(is_acyclic(&graph));
        collect!("edges", graph.edges.len());
        collect!("nodes", graph.nodes);
        let order = sorted(&graph, mutant).expect("there is no cycle");
        let place = |node: usize| order.iter().position(|&other| other == node);
        assert_eq!(order.len(), graph.nodes);
        for &(from, to) in &graph.edges {
            assert!(place(from) < place(to), "{from} must come before {to} in {order:?}");
        }
    };
    match quality {
        Quality::Good => check.run(graphs(4..=10, 2..=24), property),
        // Few nodes and edges: most graphs are the same few.
        Quality::Flawed => check.run(graphs(2..=4, 0..=2), property),
        // Any edges: only graphs with hardly any have no cycle.
        Quality::Starter => {
            let wild = from_fn(|src| {
                let nodes = src.draw(1..=4usize);
                Graph { nodes, edges: src.draw(vec_of((0..nodes, 0..nodes), 0..=40)) }
            });
            check.run(wild, property)
        }
    }
}
