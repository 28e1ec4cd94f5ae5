/** Problems of these codes, whose words need nothing else. */
export type Coded<Code extends string> = Code extends string ? { readonly code: Code } : never;
