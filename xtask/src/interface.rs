//! The public interface of the library as a text file, so that every change of it is a visible diff.
pub(crate) fn check() -> Result<String, String> {
    Ok(String::new())
}
pub(crate) fn bless() -> Result<(), String> {
    Ok(())
}
