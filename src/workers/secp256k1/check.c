/*
 * Checks Nostr events (NIP-01, BIP-340) with libsecp256k1, as one unit for WebAssembly. No imports, no heap.
 *
 * The caller writes ASCII/UTF-8 text to `input(length)`: id (64 hex digits), pubkey (64), sig (128), then the event's
 * serialisation. `check(length)` is 1 when sha256(serialisation) is the id and sig is the author's signature of it.
 */
#include <string.h>

#include "src/secp256k1.c"
#include "src/precomputed_ecmult.c"

#define EXPORT(name) __attribute__((export_name(#name)))
#define HEADER 256
#define PAGE 65536
#define AUTHORS 1024

void secp256k1_default_illegal_callback_fn(const char *text, void *data) {
    (void)text, (void)data;
    __builtin_trap();
}

void secp256k1_default_error_callback_fn(const char *text, void *data) {
    (void)text, (void)data;
    __builtin_trap();
}

/* Parsed points by key: finding y of an x costs a square root, and feeds repeat their authors. */
static struct {
    unsigned char key[32];
    secp256k1_xonly_pubkey point;
    int filled;
} authors[AUTHORS];

extern unsigned char __heap_base;

/* Grows the memory to hold the text; 0 when there is none left. Earlier views of the memory are detached then. */
EXPORT(input) unsigned char *input(size_t length) {
    size_t end = (size_t)&__heap_base + length;
    size_t have = __builtin_wasm_memory_size(0) * PAGE;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == (size_t)-1) return NULL;
    return &__heap_base;
}

static int digit(unsigned char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

static int bytes_of_hex(unsigned char *bytes, const unsigned char *hex, size_t count) {
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);
        wrong |= high | low;
        bytes[i] = (unsigned char)((unsigned)high << 4 | (unsigned)low);
    }
    return wrong >= 0;
}

static const secp256k1_xonly_pubkey *author_of(const unsigned char *key) {
    size_t place = (key[0] << 8 | key[1]) % AUTHORS;
    if (authors[place].filled && memcmp(authors[place].key, key, 32) == 0) return &authors[place].point;
    authors[place].filled = secp256k1_xonly_pubkey_parse(secp256k1_context_static, &authors[place].point, key);
    memcpy(authors[place].key, key, 32);
    return authors[place].filled ? &authors[place].point : NULL;
}

EXPORT(check) int check(size_t length) {
    const unsigned char *text = &__heap_base;
    unsigned char id[32], key[32], sig[64], hash[32];
    secp256k1_sha256 sha;
    if (length < HEADER || !bytes_of_hex(id, text, 32)) return 0;
    if (!bytes_of_hex(key, text + 64, 32) || !bytes_of_hex(sig, text + 128, 64)) return 0;
    secp256k1_sha256_initialize(&sha);
    secp256k1_sha256_write(&sha, text + HEADER, length - HEADER);
    secp256k1_sha256_finalize(&sha, hash);
    if (memcmp(id, hash, 32) != 0) return 0;
    const secp256k1_xonly_pubkey *author = author_of(key);
    return author != NULL && secp256k1_schnorrsig_verify(secp256k1_context_static, sig, id, 32, author);
}
