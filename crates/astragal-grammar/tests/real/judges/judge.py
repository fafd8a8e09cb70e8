"""Answers for parsers of Python: does each text on the standard input have the syntax of a language?

The argument names the language: json, arithmetic, sql or c. A text comes as its length in four bytes, the lowest first, and its
bytes in UTF-8. The answer is "+" (accepted), "-" (a syntax error) or "~" (rejected for another reason), and a message in
the same form.
"""

import re
import struct
import sys


def json_judge():
    import json

    def constant(name):
        raise ValueError("not JSON: " + name)

    # Python reads NaN and Infinity unless it is told not to.
    decoder = json.JSONDecoder(parse_constant=constant)

    def judge(text):
        try:
            decoder.decode(text)
        except RecursionError as error:
            return "~", str(error)
        except ValueError as error:
            # A number of too many digits is a ValueError too.
            return "~" if "integer string conversion" in str(error) else "-", str(error)
        return "+", ""

    return judge


def arithmetic_judge():
    import ast

    def judge(text):
        try:
            # Line breaks are white space here, and there are no strings.
            ast.parse(" ".join(text.split()), mode="eval")
        except (SyntaxError, ValueError) as error:
            return "-", str(error)
        except (RecursionError, MemoryError) as error:
            return "~", "too deep: " + str(error)
        return "+", ""

    return judge


def sql_judge():
    import sqlite3

    connection = sqlite3.connect(":memory:", isolation_level=None)
    about_syntax = re.compile(r"syntax error|incomplete input|unrecognized token|one statement at a time")

    def judge(text):
        try:
            connection.execute("EXPLAIN " + text).close()
        except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
            return "-" if about_syntax.search(str(error)) else "~", str(error)
        return "+", ""

    return judge


def c_judge():
    from pycparser import c_parser

    comment_or_literal = re.compile(r"""/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.S)
    # It wants the types that C89 lets a declaration leave out, and a declaration that declares something. A character constant has
    # at most four characters, a wide one has one. White space is what a preprocessor leaves of it.
    about_limits = re.compile(
        r"Missing type in declaration|Invalid declaration|Invalid function definition|Invalid char constant|before: '"
        r"|Illegal character '\\[rfv]|Illegal character '\\x0[bc]"
    )
    # It takes the asterisk for an array of any length, as C99 has it in prototypes, and does not read the expression.
    pointed_dimension = re.compile(r"\[\s*\*")
    typedef_name = re.compile(r"\b[A-Za-z]\w*_t\b", re.A)

    def judge(text):
        # It expects what the preprocessor leaves: no comments.
        text = comment_or_literal.sub(lambda found: " " if found[0].startswith("/*") else found[0], text)
        names = sorted(set(typedef_name.findall(text)))
        try:
            c_parser.CParser().parse("".join("typedef int %s;\n" % name for name in names) + text)
        except RecursionError as error:
            return "~", str(error)
        except Exception as error:
            if pointed_dimension.search(text):
                return "~", "a dimension that begins with *: " + str(error)
            return "~" if about_limits.search(str(error)) else "-", type(error).__name__ + ": " + str(error)
        return "+", ""

    return judge


def main():
    judge = {"json": json_judge, "arithmetic": arithmetic_judge, "sql": sql_judge, "c": c_judge}[sys.argv[1]]()
    texts, answers = sys.stdin.buffer, sys.stdout.buffer
    while head := texts.read(4):
        verdict, message = judge(texts.read(struct.unpack("<I", head)[0]).decode())
        message = message.encode(errors="replace")
        answers.write(verdict.encode() + struct.pack("<I", len(message)) + message)
    answers.flush()


main()
