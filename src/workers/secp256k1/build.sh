#!/bin/sh
# Builds secp256k1.wasm from check.c and libsecp256k1 0.2.0. The result is committed, so only a change needs this.
#
# Reproducible on Debian 12 (bookworm) with deb-src enabled:
#   apt-get install clang-14=1:14.0.6-12 lld-14=1:14.0.6-12 wasi-libc=0.0~git20220510.9886d3d-2 \
#     libclang-rt-14-dev-wasm32=1:14.0.6-12 dpkg-dev
#   apt-get source libsecp256k1=0.2.0-2
#   ./build.sh libsecp256k1-0.2.0
# Source: libsecp256k1_0.2.0.orig.tar.xz,
#   sha256 07c1d76fc485936138c6572e94374df22ba41df06617926572b8a690fe8bc34b
# `./build.sh libsecp256k1-0.2.0 other.wasm` writes elsewhere, to compare.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
library=${1:?directory of the libsecp256k1 source}
result=${2:-$here/secp256k1.wasm}

clang-14 --target=wasm32-wasi -O2 -msimd128 -std=c99 -mbulk-memory \
  -ffunction-sections -fdata-sections -fno-ident -w \
  -DENABLE_MODULE_EXTRAKEYS -DENABLE_MODULE_SCHNORRSIG -DUSE_EXTERNAL_DEFAULT_CALLBACKS -DUSE_FORCE_WIDEMUL_INT64 \
  -DECMULT_WINDOW_SIZE=8 -DECMULT_GEN_PREC_BITS=2 \
  -I "$library" -I "$library/src" -I "$library/include" \
  -nostartfiles -Wl,--no-entry,--gc-sections,--strip-all,-O3 -Wl,-z,stack-size=65536 -Wl,--stack-first \
  -o "$result" "$here/check.c"
sha256sum "$result"
