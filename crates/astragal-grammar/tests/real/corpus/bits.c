/* Bits: fields, unions, shifts, masks, a checksum. */

int printf(const char *format, ...);

typedef unsigned long word_t;
typedef unsigned char byte_t;

struct date {
    unsigned day : 5;
    unsigned month : 4, : 3, year : 12;
    unsigned : 0;
    signed offset : 2 + 2;
};

union number {
    word_t word;
    byte_t bytes[sizeof(word_t)];
    struct { unsigned low : 4, high : 4; } halves;
};

static volatile int port;

static int count_bits(word_t word)
{
    int count = 0;
    for (; word != 0ul; word &= word - 1)
        count++;
    return count;
}

static word_t reverse(word_t word, int width)
{
    word_t reversed = 0;
    while (width-- > 0) {
        reversed <<= 1;
        reversed |= word & 1u;
        word >>= 1;
    }
    return reversed;
}

static word_t checksum(const byte_t *data, unsigned count)
{
    word_t sum = 0xFFFFFFFFul;
    unsigned bit;
    while (count--) {
        sum ^= *data++;
        for (bit = 0; bit < 8; ++bit)
            sum = sum & 1 ? sum >> 1 ^ 0xEDB88320UL : sum >> 1;
    }
    return ~sum & 0xffffffffLU;
}

int main(void)
{
    static const byte_t text[] = "123456789";
    struct date date;
    union number number;
    date.day = 31, date.month = 12, date.year = 1989, date.offset = -1;
    number.word = 0XaB;
    port = 0;
    port |= 1 << 3;
    port ^= 0x0F;
    port &= ~(1 | 2);
    port %= 8;
    port *= 2, port += 1, port -= 3, port /= 2, port >>= 0, port <<= 1;
    printf("%d-%d-%d %d\n", date.year, date.month, date.day, date.offset);
    printf("%d %lx %x\n", count_bits(number.word), reverse(number.word, 8), number.halves.high + number.bytes[0] * 0u);
    printf("%08lx %d\n", checksum(text, sizeof text - 1), port != 0 || !port && -port == +port);
    return !(checksum(text, sizeof(text) - 1u) == 0xCBF43926ul);
}
