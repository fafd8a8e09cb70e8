//! Who may do what with a document.
//!
//! **Planted bug:** a guest counts as the owner of a document that was written by a guest, and may change it.

use Action::{Comment, Delete, Edit, Read};
use Role::{Admin, Editor, Guest};
use astragal::generators::Lazy;
use astragal::prelude::*;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Role {
    /// An unknown visitor.
    Guest,
    /// A user with a name.
    Member,
    /// A user who looks after documents.
    Editor,
    /// A user who may do everything.
    Admin,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Action {
    /// To see it.
    Read,
    /// To write below it.
    Comment,
    /// To change it.
    Edit,
    /// To remove it.
    Delete,
}

/// A request, each part of which is drawn on demand.
#[derive(Clone, Debug, Arbitrary)]
pub struct Request {
    /// Who asks.
    pub role: Lazy<Role>,
    /// What is asked for.
    pub action: Lazy<Action>,
    /// Whether it is their own document.
    pub is_owner: Lazy<bool>,
    /// Whether the document is to stay as it is.
    pub is_locked: Lazy<bool>,
    /// The address from which they ask.
    pub address: Lazy<[u8; 4]>,
    /// What they have to say.
    pub comment: Lazy<Option<char>>,
}

/// Whether a request is granted.
pub fn is_allowed(request: &Request) -> bool {
    match (*request.role, *request.action) {
        (Admin, _) | (_, Read) => true,
        (Guest, Comment) => false,
        (_, Comment) => request.comment.is_some(),
        (Editor, Edit) => !*request.is_locked,
        (_, Edit | Delete) => *request.is_owner && !*request.is_locked,
    }
}
