/** Which part of the whole `--shard=1/2` asks for; all of it without the flag. Throws for what is no such part. */
export function shardOf(args: readonly string[]): { readonly index: number; readonly of: number };
