//! How a client and the process that it starts find each other: over a socket of their own.
//!
//! The standard streams belong to the property: it may read, close or flood them, and a process that it starts may keep them
//! open. The socket is not passed on to such a process. A child proves by a secret that it is the one that was started, and
//! hears in return that it was believed; only then is it a child.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufReader, Error, ErrorKind, Result, Write};
use std::process::Child;
use std::time::{Duration, Instant};

use super::line::{Heard, hear};

#[cfg(not(unix))]
use loopback as socket;
pub(super) use socket::Stream;
use socket::{Listener, listen};
#[cfg(unix)]
use unix as socket;

/// The version of the protocol. It changes with every change of what is said.
pub const VERSION: u32 = 3;

/// The variable that tells a process which property it is asked for; [`ANY`] is each that it comes to.
pub(crate) const CHILD: &str = "ASTRAGAL_CHILD";
pub(super) const ANY: &str = "*";
/// The variable that tells it the process of the client. Its own children are not asked.
const PARENT: &str = "ASTRAGAL_CHILD_PARENT";
/// The variable that says where the client waits, and that which holds the secret.
const WHERE: &str = "ASTRAGAL_CHILD_CHANNEL";
const SECRET: &str = "ASTRAGAL_CHILD_SECRET";

/// How long a process that connects may take to say who it is, and the client to answer.
const GREETING: Duration = Duration::from_secs(10);
/// How often the client looks whether the child has come, or has died.
const LOOK: Duration = Duration::from_millis(1);
/// The longest greeting.
const LONGEST: u64 = 256;

/// What came of waiting for a child.
pub(super) enum Arrival {
    Came(Stream),
    Died,
    /// It speaks another version.
    OtherVersion(u32),
    /// It took longer than the client would wait.
    Late,
}

/// Where a client waits for one child.
pub(super) struct Door {
    listener: Listener,
    address: OsString,
    secret: String,
}

impl Door {
    pub(super) fn open() -> Result<Door> {
        let random = || RandomState::new().hash_one(std::process::id());
        let secret = format!("{:016x}{:016x}", random(), random());
        let (listener, address) = listen(&secret)?;
        Ok(Door { listener, address, secret })
    }

    /// What a child that is asked for a property must have in its environment.
    pub(super) fn environment(&self, property: &str) -> [(&'static str, OsString); 4] {
        [
            (CHILD, property.into()),
            (PARENT, std::process::id().to_string().into()),
            (WHERE, self.address.clone()),
            (SECRET, self.secret.clone().into()),
        ]
    }

    /// Waits until the child has come, which no other process can do after it, and tells it how many bytes a message may have.
    pub(super) fn wait_for(self, child: &mut Child, most_bytes: u64, until: Option<Instant>) -> Result<Arrival> {
        self.listener.set_nonblocking(true)?;
        let proof = format!("{} {}", self.secret, child.id());
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => match believed(&stream, &proof, most_bytes) {
                    Ok(VERSION) => return Ok(Arrival::Came(stream)),
                    Ok(version) => return Ok(Arrival::OtherVersion(version)),
                    Err(_) => {}
                },
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if child.try_wait()?.is_some() {
                        return Ok(Arrival::Died);
                    }
                    if until.is_some_and(|until| Instant::now() >= until) {
                        return Ok(Arrival::Late);
                    }
                    std::thread::sleep(LOOK);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// The version that the child speaks, if it has the secret. Only a child of this version is welcome.
fn believed(mut stream: &Stream, proof: &str, most_bytes: u64) -> Result<u32> {
    stream.set_nonblocking(false)?;
    let greeting = line(stream)?;
    let said = greeting.strip_prefix("astragal ").and_then(|said| said.split_once(' '));
    match said.map(|(version, said)| (version.parse(), said == proof)) {
        Some((Ok(VERSION), true)) => {
            stream.write_all(format!("welcome {most_bytes}\n").as_bytes())?;
            Ok(VERSION)
        }
        Some((Ok(other), true)) => {
            // Whether it hears of it or not, it is not asked.
            let _ = stream.write_all(format!("version {VERSION}\n").as_bytes());
            Ok(other)
        }
        _ => Err(Error::other("a stranger")),
    }
}

/// The first line that the other side says.
fn line(stream: &Stream) -> Result<String> {
    stream.set_read_timeout(Some(GREETING))?;
    // Nothing more is said before the answer, so nothing is lost with the buffer.
    let heard = hear(&mut BufReader::new(stream), LONGEST)?;
    stream.set_read_timeout(None)?;
    match heard {
        Heard::Line(line) => Ok(line),
        Heard::Oversized | Heard::End => Err(Error::new(ErrorKind::InvalidData, "it did not identify itself")),
    }
}

/// The property for which a client has started this process, if one has.
pub(super) fn asked_for() -> Option<String> {
    let property = std::env::var_os(CHILD)?;
    // A process that a property starts in a child inherits its environment, but is on its own.
    #[cfg(unix)]
    if std::env::var(PARENT).is_ok_and(|parent| parent != std::os::unix::process::parent_id().to_string()) {
        return None;
    }
    Some(property.to_string_lossy().into_owned())
}

/// Connects this process to the client that started it; and how many bytes a message may have.
pub(super) fn connect() -> Result<(Stream, u64)> {
    let (Some(address), Ok(secret)) = (std::env::var_os(WHERE), std::env::var(SECRET)) else {
        return Err(Error::new(ErrorKind::NotFound, "the address of a runner is missing"));
    };
    let mut stream = socket::connect(&address)?;
    stream.write_all(format!("astragal {VERSION} {secret} {}\n", std::process::id()).as_bytes())?;
    let refused = |why: String| Error::new(ErrorKind::ConnectionRefused, why);
    let answer = line(&stream).map_err(|_| refused("it was not started by that runner".into()))?;
    match answer.split_once(' ').map(|(word, number)| (word, number.parse::<u64>())) {
        Some(("welcome", Ok(most_bytes))) => Ok((stream, most_bytes)),
        Some(("version", Ok(version))) => {
            Err(refused(format!("it speaks version {version} of the protocol, and this program version {VERSION}")))
        }
        _ => Err(refused("it was not started by that runner".into())),
    }
}

/// A socket in a directory that only this user can enter.
#[cfg(unix)]
mod unix {
    use std::ffi::{OsStr, OsString};
    use std::io::Result;
    use std::os::unix::fs::DirBuilderExt;
    use std::os::unix::net::{SocketAddr, UnixListener};
    use std::path::{Path, PathBuf};

    pub(in super::super) type Stream = std::os::unix::net::UnixStream;

    /// The socket and its directory, which goes with it.
    pub(super) struct Listener(UnixListener, PathBuf);

    impl Listener {
        pub(super) fn set_nonblocking(&self, nonblocking: bool) -> Result<()> {
            self.0.set_nonblocking(nonblocking)
        }

        pub(super) fn accept(&self) -> Result<(Stream, SocketAddr)> {
            self.0.accept()
        }
    }

    impl Drop for Listener {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.1);
        }
    }

    pub(super) fn listen(name: &str) -> Result<(Listener, OsString)> {
        // The path of a socket is a hundred bytes at most, and the usual directory may be deep.
        listen_in(&std::env::temp_dir(), name).or_else(|_| listen_in(Path::new("/tmp"), name))
    }

    fn listen_in(directory: &Path, name: &str) -> Result<(Listener, OsString)> {
        // The name of the directory is seen by others, so it is only a part of the secret.
        let directory = directory.join(format!("astragal-{}-{}", std::process::id(), &name[..8]));
        std::fs::DirBuilder::new().mode(0o700).create(&directory)?;
        let path = directory.join("s");
        match UnixListener::bind(&path) {
            Ok(listener) => Ok((Listener(listener, directory), path.into())),
            Err(error) => {
                let _ = std::fs::remove_dir_all(&directory);
                Err(error)
            }
        }
    }

    pub(super) fn connect(address: &OsStr) -> Result<Stream> {
        Stream::connect(Path::new(address))
    }
}

/// A port of this machine that only this machine can reach.
#[cfg(any(not(unix), test))]
#[cfg_attr(unix, allow(dead_code))]
mod loopback {
    use std::ffi::{OsStr, OsString};
    use std::io::{Error, Result};
    use std::net::{Ipv4Addr, TcpListener};

    pub(in super::super) type Stream = std::net::TcpStream;
    pub(super) type Listener = TcpListener;

    pub(super) fn listen(_name: &str) -> Result<(Listener, OsString)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        Ok((listener, port.to_string().into()))
    }

    pub(super) fn connect(address: &OsStr) -> Result<Stream> {
        let port = address.to_str().and_then(|port| port.parse::<u16>().ok());
        let stream = Stream::connect((Ipv4Addr::LOCALHOST, port.ok_or_else(|| Error::other("not a port"))?))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::loopback;

    /// Elsewhere than on Unix it is a port: here it is at least seen that both ends find each other.
    #[test]
    fn a_port_is_a_socket_too() {
        let (listener, address) = loopback::listen("").unwrap();
        let mut near = loopback::connect(&address).unwrap();
        let (mut far, _) = listener.accept().unwrap();
        near.write_all(b"word").unwrap();
        let mut heard = [0; 4];
        far.read_exact(&mut heard).unwrap();
        assert_eq!(&heard, b"word");
        assert!(loopback::connect("no port".as_ref()).is_err());
    }
}
