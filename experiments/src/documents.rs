//! Ten documents of JSON, of some 260 to 1,120 bytes, from which generators learn.

/// The documents, without white space.
pub(crate) const DOCUMENTS: [&str; 10] = [
    include_str!("../data/json/build.json"),
    include_str!("../data/json/chat.json"),
    include_str!("../data/json/editor.json"),
    include_str!("../data/json/feature.json"),
    include_str!("../data/json/i18n.json"),
    include_str!("../data/json/orders.json"),
    include_str!("../data/json/sensor.json"),
    include_str!("../data/json/server-config.json"),
    include_str!("../data/json/users.json"),
    include_str!("../data/json/weather.json"),
];
