/** Which part of the whole `--shard=1/2` asks for; all of it without the flag. Throws for what is no such part. */
export const shardOf = (args) => {
  const [flag, ...more] = args;
  if (flag === undefined) return { index: 1, of: 1 };
  const [, index, of] = /^--shard=([1-9]\d*)\/([1-9]\d*)$/.exec(flag)?.map(Number) ?? [];
  if (more.length > 0 || index === undefined || index > of)
    throw new Error(`Unknown: ${args.join(' ')}. There is --shard=1/2.`);
  return { index, of };
};
