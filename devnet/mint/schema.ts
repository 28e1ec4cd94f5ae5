/** The tables of a mint's books. Amounts are in the unit of their keyset, times in seconds. */
export const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS keysets (
    id TEXT PRIMARY KEY, position INTEGER NOT NULL UNIQUE, unit TEXT NOT NULL, fee INTEGER NOT NULL,
    version TEXT NOT NULL, active INTEGER NOT NULL, final_expiry INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS proofs (
    y TEXT PRIMARY KEY, keyset TEXT NOT NULL, amount INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('PENDING', 'SPENT')), quote TEXT, witness TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS proofs_of_quote ON proofs (quote);
  CREATE TABLE IF NOT EXISTS signatures (
    b TEXT PRIMARY KEY, keyset TEXT NOT NULL, amount INTEGER NOT NULL, c TEXT NOT NULL, e TEXT NOT NULL, s TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS mint_quotes (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, request TEXT NOT NULL, amount INTEGER NOT NULL, unit TEXT NOT NULL,
    pubkey TEXT, expiry INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('UNPAID', 'PAID', 'ISSUED'))
  ) STRICT;
  CREATE TABLE IF NOT EXISTS melt_quotes (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL, request TEXT NOT NULL, amount INTEGER NOT NULL, unit TEXT NOT NULL,
    fee_reserve INTEGER NOT NULL, expiry INTEGER NOT NULL, part_msats INTEGER,
    state TEXT NOT NULL CHECK (state IN ('UNPAID', 'PENDING', 'PAID')), preimage TEXT, blanks TEXT NOT NULL DEFAULT '[]',
    change TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE TABLE IF NOT EXISTS blanks (b TEXT PRIMARY KEY, quote TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
`;
