//! How a runner and its child process speak: over a socket of their own.
//!
//! The standard streams belong to the property: it may read, close or flood them, and a process that it starts may keep them
//! open. The socket is not passed on to such a process. A child proves by a secret that it is the one that was started, and
//! hears in return that it was believed; only then is it a child.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::process::Child;
use std::time::Duration;

#[cfg(not(unix))]
use loopback as socket;
pub(super) use socket::Stream;
use socket::{Listener, listen};
#[cfg(unix)]
use unix as socket;

/// The variable that says where the runner waits, and that which holds the secret.
const WHERE: &str = "ASTRAGAL_CHILD_CHANNEL";
const SECRET: &str = "ASTRAGAL_CHILD_SECRET";

/// How long a process that connects may take to say who it is, and the runner to answer.
const GREETING: Duration = Duration::from_secs(10);
/// How often the runner looks whether the child has come, or has died.
const LOOK: Duration = Duration::from_millis(1);
/// The longest greeting.
const LONGEST: u64 = 256;
const WELCOME: &str = "welcome\n";

/// Where a runner waits for one child.
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

    /// What the child must have in its environment.
    pub(super) fn environment(&self) -> [(&'static str, OsString); 2] {
        [(WHERE, self.address.clone()), (SECRET, self.secret.clone().into())]
    }

    /// Waits until the child has come; nothing if it died before. No other process can come after it.
    pub(super) fn wait_for(self, child: &mut Child) -> Result<Option<Stream>> {
        self.listener.set_nonblocking(true)?;
        let greeting = format!("{} {}", self.secret, child.id());
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    if let Ok(stream) = believed(stream, &greeting) {
                        return Ok(Some(stream));
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if child.try_wait()?.is_some() {
                        return Ok(None);
                    }
                    std::thread::sleep(LOOK);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

fn believed(mut stream: Stream, greeting: &str) -> Result<Stream> {
    stream.set_nonblocking(false)?;
    if line(&stream)? != greeting {
        return Err(Error::other("a stranger"));
    }
    stream.write_all(WELCOME.as_bytes())?;
    Ok(stream)
}

/// The first line that the other side says.
fn line(stream: &Stream) -> Result<String> {
    stream.set_read_timeout(Some(GREETING))?;
    let mut line = String::new();
    // Nothing more is said before the answer, so nothing is lost with the buffer.
    BufReader::new(stream.take(LONGEST)).read_line(&mut line)?;
    stream.set_read_timeout(None)?;
    Ok(line.trim_end().to_string())
}

/// Connects this process to the runner that started it.
pub(super) fn connect() -> Result<Stream> {
    let (Some(address), Ok(secret)) = (std::env::var_os(WHERE), std::env::var(SECRET)) else {
        return Err(Error::new(ErrorKind::NotFound, "there is no address of a runner"));
    };
    let mut stream = socket::connect(&address)?;
    stream.write_all(format!("{secret} {}\n", std::process::id()).as_bytes())?;
    match line(&stream)? == WELCOME.trim_end() {
        true => Ok(stream),
        false => Err(Error::new(ErrorKind::ConnectionRefused, "it was not started by that runner")),
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
        // The name of the directory is seen by others, so it is no more than a part of the secret.
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
