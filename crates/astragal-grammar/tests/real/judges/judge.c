/* Answers for a parser that BNFC made: is each text on the standard input in its language?
 *
 * A text comes as its length in four bytes, the lowest first, and its bytes. The answer is '+' or '-', and a message in the
 * same form. With the argument `trees` the message for an accepted text is its abstract syntax, as BNFC shows it.
 *
 * Compiled with ENTRY_FIELD, SHOW_ENTRY and FREE_ENTRY, which name the entry point in BNFC's code, and with
 * `fprintf` renamed to `judge_note` in the parser, which is how its message gets here. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *yyscan_t;

#include "Absyn.h"
#include "Bison.h"
#include "Printer.h"

typedef struct yy_buffer_state *YY_BUFFER_STATE;
extern YY_BUFFER_STATE grammar__scan_bytes(const char *bytes, int length, yyscan_t scanner);
extern void grammar__delete_buffer(YY_BUFFER_STATE buffer, yyscan_t scanner);
extern int grammar_lex_destroy(yyscan_t scanner);
extern yyscan_t grammar__initialize_lexer(FILE *input);
extern int grammar_parse(yyscan_t scanner, YYSTYPE *result);

static char message[4096];

int judge_note(FILE *file, const char *format, ...)
{
    va_list arguments;
    (void)file;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return 0;
}

static void answer(char verdict, const char *text)
{
    size_t length = strlen(text), i;
    putchar(verdict);
    for (i = 0; i < 4; i++)
        putchar((int)(length >> 8 * i & 255));
    fwrite(text, 1, length, stdout);
}

int main(int count, char **arguments)
{
    int shows = count > 1 && strcmp(arguments[1], "trees") == 0;
    unsigned char head[4];
    char *text = NULL;
    while (fread(head, 1, 4, stdin) == 4) {
        size_t length = head[0] | head[1] << 8 | head[2] << 16 | (size_t)head[3] << 24;
        yyscan_t scanner = grammar__initialize_lexer(NULL);
        YY_BUFFER_STATE buffer;
        YYSTYPE result;
        int failed;
        text = realloc(text, length + 1);
        if (text == NULL || scanner == NULL || fread(text, 1, length, stdin) != length)
            return 2;
        buffer = grammar__scan_bytes(text, (int)length, scanner);
        strcpy(message, "no message");
        failed = grammar_parse(scanner, &result);
        grammar__delete_buffer(buffer, scanner);
        grammar_lex_destroy(scanner);
        if (failed)
            answer('-', message);
        else {
            answer('+', shows ? SHOW_ENTRY(result.ENTRY_FIELD) : "");
            FREE_ENTRY(result.ENTRY_FIELD);
        }
    }
    free(text);
    return fflush(stdout) ? 2 : 0;
}
