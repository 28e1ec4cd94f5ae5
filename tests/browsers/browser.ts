/** What the walk needs of a browser: real input, and a look at the page. */
export type Browser = {
  readonly name: string;
  open(url: string): Promise<void>;
  /** The value of an expression in the page; it must survive JSON. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Presses a key by its name (`Enter`) or types its character. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses the main button of the pointer at a place of the window, in CSS px. */
  click(x: number, y: number): Promise<void>;
  close(): Promise<void>;
};

export class Missing extends Error {}
