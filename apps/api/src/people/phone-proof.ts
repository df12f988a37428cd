/** Proof by a code that a person holds a phone. `network` is the caller's. */
export type PhoneProof = {
  /** Sends a code. Whether it arrives is not reported. */
  send: (phone: string, network: string) => Promise<void>;
  /** Counts a try. @returns whether the code is the latest one and has not expired. */
  check: (phone: string, code: string, network: string) => Promise<boolean>;
};
