// Answers for JSON.parse: is each text on the standard input JSON?
//
// A text comes as its length in four bytes, the lowest first, and its bytes in UTF-8. The answer is "+" or "-", and a message in
// the same form.

const texts = require("fs").readFileSync(0);
const answers = [];
for (let at = 0; at < texts.length; ) {
  const length = texts.readUInt32LE(at);
  const text = texts.toString("utf8", at + 4, at + 4 + length);
  at += 4 + length;
  let verdict = "+";
  let message = "";
  try {
    JSON.parse(text);
  } catch (error) {
    [verdict, message] = ["-", error.message];
  }
  const bytes = Buffer.from(message);
  const head = Buffer.alloc(5);
  head.write(verdict);
  head.writeUInt32LE(bytes.length, 1);
  answers.push(head, bytes);
}
process.stdout.write(Buffer.concat(answers));
