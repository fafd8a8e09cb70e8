//! As much of HTTP/1.1 as a page on this machine needs: one request a connection, each with hard limits.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The most bytes of the request line and the headers together.
const MOST_HEAD: u64 = 16 << 10;
/// The most bytes of a body.
const MOST_BODY: u64 = 4 << 20;
/// The most headers.
const MOST_HEADERS: usize = 100;
/// How long a client may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

/// The status of the answer to a client that said nothing, or ended early: request timeout. It is not sent.
pub(super) const SILENT: u16 = 408;

/// What is asked.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// Without the query.
    pub(super) path: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// What is answered.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    kind: &'static str,
    body: Vec<u8>,
    /// Where else to look.
    location: Option<String>,
}

impl Request {
    /// A header, whatever its letters.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(header, _)| header.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| &**value)
    }

    /// Reads a request; or what is wrong with it.
    pub(super) fn read(stream: &TcpStream) -> Result<Request, Response> {
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let _ = stream.set_write_timeout(Some(PATIENCE));
        Request::parse(BufReader::new(stream))
    }

    fn parse(from: impl BufRead) -> Result<Request, Response> {
        let mut reader = from.take(MOST_HEAD);
        let mut line = || -> Result<String, Response> {
            let mut bytes = Vec::new();
            let is_read = reader.read_until(b'\n', &mut bytes).is_ok();
            match (is_read, bytes.strip_suffix(b"\n")) {
                (true, Some(line)) => {
                    let line = line.strip_suffix(b"\r").unwrap_or(line);
                    String::from_utf8(line.to_vec()).map_err(|_| Response::error(400, "the request is not text"))
                }
                _ if bytes.is_empty() => Err(Response::error(SILENT, "the request is empty")),
                _ => Err(Response::error(431, "the request is too long, or not complete")),
            }
        };
        let first = line()?;
        let words: Vec<&str> = first.split(' ').collect();
        let [method, target, "HTTP/1.1" | "HTTP/1.0"] = words[..] else {
            return Err(Response::error(400, "this is not a request of HTTP/1.1"));
        };
        let (method, path) = (method.to_string(), target.split('?').next().unwrap_or_default().to_string());
        let mut headers = Vec::new();
        loop {
            let line = line()?;
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(':').filter(|_| headers.len() < MOST_HEADERS) else {
                return Err(Response::error(400, "a header cannot be read, or there are too many"));
            };
            headers.push((name.to_string(), value.trim().to_string()));
        }
        let mut request = Request { method, path, headers, body: Vec::new() };
        request.body = request.read_body(reader.into_inner())?;
        Ok(request)
    }

    fn read_body(&self, from: impl BufRead) -> Result<Vec<u8>, Response> {
        if self.header("transfer-encoding").is_some() {
            return Err(Response::error(411, "the length of the body has to be said"));
        }
        let Some(length) = self.header("content-length") else { return Ok(Vec::new()) };
        let length: u64 = length.parse().map_err(|_| Response::error(400, "the length of the body is not a number"))?;
        if length > MOST_BODY {
            return Err(Response::error(413, "the body is too long"));
        }
        let mut body = Vec::new();
        match from.take(length).read_to_end(&mut body) {
            Ok(read) if read as u64 == length => Ok(body),
            _ => Err(Response::error(400, "the body ends early")),
        }
    }
}

impl Response {
    pub(super) fn html(page: String) -> Response {
        Response { status: 200, kind: "text/html; charset=utf-8", body: page.into_bytes(), location: None }
    }

    pub(super) fn json(status: u16, json: String) -> Response {
        Response { status, kind: "application/json", body: json.into_bytes(), location: None }
    }

    /// Words that the page shows.
    pub(super) fn error(status: u16, words: &str) -> Response {
        Response::json(status, serde_json::json!({ "error": words }).to_string())
    }

    pub(super) fn redirect(to: String) -> Response {
        Response { location: Some(to), ..Response::error(308, "look there") }
    }

    /// Sends it, and nothing more on this connection.
    pub(super) fn send(&self, mut to: impl Write) -> std::io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            308 => "Permanent Redirect",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            413 => "Content Too Large",
            503 => "Service Unavailable",
            _ => "Error",
        };
        let location = self.location.iter().map(|to| format!("Location: {to}\r\n")).collect::<String>();
        let head = format!(
            "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{location}{SAFE}Connection: close\r\n\r\n",
            self.status,
            self.kind,
            self.body.len()
        );
        to.write_all(head.as_bytes())?;
        to.write_all(&self.body)?;
        to.flush()
    }
}

/// What every answer says: not to be kept, guessed about, framed or read by others.
pub(super) const SAFE: &str = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n\
    Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n";

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request, u16> {
        Request::parse(text.as_bytes()).map_err(|response| response.status)
    }

    #[test]
    fn a_request_is_read() {
        let request = parse("POST /t/sample?x=1 HTTP/1.1\r\nHost: a\r\nCONTENT-length: 2\r\n\r\n{}rest").unwrap();
        assert_eq!((&*request.method, &*request.path, &*request.body), ("POST", "/t/sample", &b"{}"[..]));
        assert_eq!((request.header("host"), request.header("origin")), (Some("a"), None));
    }

    #[test]
    fn what_is_too_long_or_broken_is_refused() {
        assert_eq!(parse("").unwrap_err(), SILENT);
        assert_eq!(parse("GET /\r\n\r\n").unwrap_err(), 400);
        assert_eq!(parse("GET / HTTP/1.1\r\nno colon\r\n\r\n").unwrap_err(), 400);
        assert_eq!(parse("GET / HTTP/1.1\r\nHost: a\r\n").unwrap_err(), SILENT);
        assert_eq!(parse(&format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(20_000))).unwrap_err(), 431);
        assert_eq!(parse(&format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(101))).unwrap_err(), 400);
        assert_eq!(parse("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n").unwrap_err(), 413);
        assert_eq!(parse("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nshort").unwrap_err(), 400);
        assert_eq!(parse("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n").unwrap_err(), 411);
    }
}
