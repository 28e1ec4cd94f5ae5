/*
 * Checks Nostr events (NIP-01, BIP-340) with libsecp256k1, as one unit for WebAssembly. No imports, no heap.
 *
 * The caller writes ASCII/UTF-8 text to `input(length)`: id (64 hex digits), pubkey (64), sig (128), then the event's
 * serialisation. `check(length)` is 1 when sha256(serialisation) is the id and sig is the author's signature of it.
 *
 * Many at once (docs/adr/0081): `add(length)` is 0 when the event is invalid whatever its signature proves, or else puts it into
 * the batch, in the order of the calls. With 32 bytes of fresh chance at `chance()`, `all()` is 1 when every signature of
 * the batch is right; when not, `one(place)` says it of each. `clear()` begins the next batch.
 */
#include <string.h>

#include "src/secp256k1.c"
#include "src/precomputed_ecmult.c"

#define EXPORT(name) __attribute__((export_name(#name)))
#define HEADER 256
#define PAGE 65536
#define AUTHORS 1024
#define MOST 256
/* enough for so many signatures, each of another author */
#define SCRATCH (1 << 19)

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
    /* its term of the batch, when it has one */
    size_t batch, term;
} authors[AUTHORS];

struct signed_id {
    unsigned char id[32], key[32], sig[64];
};

/*
 * A batch: with chosen a of each signature, sum(a * s) * G = sum(a * R) + sum(a * e * P). The terms of one author are
 * merged; the terms of the nonces stand first.
 */
static struct signed_id batch[MOST];
static struct {
    secp256k1_ge point;
    secp256k1_scalar factor;
} terms[2 * MOST];
static size_t author_terms[MOST];
static size_t batch_length, authors_length, batch_number = 1;
static unsigned char chance_bytes[32];
static unsigned char scratch_bytes[SCRATCH] __attribute__((aligned(16)));

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

static int author_of(const unsigned char *key) {
    size_t place = (key[0] << 8 | key[1]) % AUTHORS;
    if (authors[place].filled && memcmp(authors[place].key, key, 32) == 0) return (int)place;
    authors[place].filled = secp256k1_xonly_pubkey_parse(secp256k1_context_static, &authors[place].point, key);
    authors[place].batch = 0;
    memcpy(authors[place].key, key, 32);
    return authors[place].filled ? (int)place : -1;
}

/* The id and its signature; 0 when the id is not the hash of the text. */
static int read_event(struct signed_id *event, size_t length) {
    const unsigned char *text = &__heap_base;
    unsigned char hash[32];
    secp256k1_sha256 sha;
    if (length < HEADER || !bytes_of_hex(event->id, text, 32)) return 0;
    if (!bytes_of_hex(event->key, text + 64, 32) || !bytes_of_hex(event->sig, text + 128, 64)) return 0;
    secp256k1_sha256_initialize(&sha);
    secp256k1_sha256_write(&sha, text + HEADER, length - HEADER);
    secp256k1_sha256_finalize(&sha, hash);
    return memcmp(event->id, hash, 32) == 0;
}

static int is_signed(const struct signed_id *event) {
    int author = author_of(event->key);
    return author >= 0 &&
           secp256k1_schnorrsig_verify(secp256k1_context_static, event->sig, event->id, 32, &authors[author].point);
}

EXPORT(check) int check(size_t length) {
    struct signed_id event;
    return read_event(&event, length) && is_signed(&event);
}

EXPORT(chance) unsigned char *chance(void) { return chance_bytes; }

EXPORT(clear) void clear(void) {
    batch_length = 0;
    authors_length = 0;
    batch_number++;
}

/* The author's place among the terms; a new one when the batch has none of them yet. */
static size_t term_of(int author) {
    if (authors[author].batch != batch_number) {
        authors[author].batch = batch_number;
        authors[author].term = MOST + authors_length++;
        secp256k1_xonly_pubkey_load(secp256k1_context_static, &terms[authors[author].term].point, &authors[author].point);
    }
    return authors[author].term;
}

EXPORT(add) int add(size_t length) {
    struct signed_id *event = &batch[batch_length];
    secp256k1_scalar s;
    secp256k1_fe x;
    int author, overflow;
    if (batch_length == MOST || !read_event(event, length)) return 0;
    secp256k1_scalar_set_b32(&s, event->sig + 32, &overflow);
    if (overflow || !secp256k1_fe_set_b32(&x, event->sig)) return 0;
    /* of the two points with this x, the one whose y is even, which BIP-340 demands of R */
    if (!secp256k1_ge_set_xo_var(&terms[batch_length].point, &x, 0)) return 0;
    author = author_of(event->key);
    if (author < 0) return 0;
    author_terms[batch_length] = term_of(author);
    batch_length++;
    return 1;
}

/* 127 bits each, of a hash over fresh chance and all that is to be proven: no sender can know or steer them. */
static void choose_factors(secp256k1_scalar *factors) {
    secp256k1_sha256 sha;
    unsigned char seed[32], bytes[32];
    secp256k1_sha256_initialize(&sha);
    secp256k1_sha256_write(&sha, chance_bytes, 32);
    secp256k1_sha256_write(&sha, (const unsigned char *)batch, batch_length * sizeof(batch[0]));
    secp256k1_sha256_finalize(&sha, seed);
    for (size_t i = 0; i < batch_length; i++) {
        const unsigned char place[2] = {(unsigned char)(i >> 8), (unsigned char)i};
        secp256k1_sha256_initialize(&sha);
        secp256k1_sha256_write(&sha, seed, 32);
        secp256k1_sha256_write(&sha, place, 2);
        secp256k1_sha256_finalize(&sha, bytes);
        memset(bytes, 0, 16);
        bytes[16] &= 0x7f;
        secp256k1_scalar_set_b32(&factors[i], bytes, NULL);
    }
    memset(chance_bytes, 0, 32);
}

static int term_at(secp256k1_scalar *factor, secp256k1_ge *point, size_t index, void *data) {
    size_t place = index < batch_length ? index : MOST + index - batch_length;
    (void)data;
    *factor = terms[place].factor;
    *point = terms[place].point;
    return 1;
}

EXPORT(all) int all(void) {
    static secp256k1_scalar factors[MOST];
    secp256k1_scratch scratch = {"scratch", scratch_bytes, 0, SCRATCH};
    secp256k1_scalar sum, part;
    secp256k1_gej result;
    choose_factors(factors);
    secp256k1_scalar_set_int(&sum, 0);
    for (size_t i = 0; i < authors_length; i++) secp256k1_scalar_set_int(&terms[MOST + i].factor, 0);
    for (size_t i = 0; i < batch_length; i++) {
        secp256k1_scalar *author = &terms[author_terms[i]].factor;
        terms[i].factor = factors[i];
        secp256k1_scalar_set_b32(&part, batch[i].sig + 32, NULL);
        secp256k1_scalar_mul(&part, &part, &factors[i]);
        secp256k1_scalar_add(&sum, &sum, &part);
        secp256k1_schnorrsig_challenge(&part, batch[i].sig, batch[i].id, 32, batch[i].key);
        secp256k1_scalar_mul(&part, &part, &factors[i]);
        secp256k1_scalar_add(author, author, &part);
    }
    secp256k1_scalar_negate(&sum, &sum);
    return secp256k1_ecmult_pippenger_batch_single(&secp256k1_context_static->error_callback, &scratch, &result, &sum,
                                                   term_at, NULL, batch_length + authors_length) &&
           secp256k1_gej_is_infinity(&result);
}

EXPORT(one) int one(size_t place) { return place < batch_length && is_signed(&batch[place]); }
