/** Proof by a code that a user owns a phone. `network` is the network of the caller. */
export type PhoneProof = {
  /** Sends a code. The result does not show whether it arrives. */
  send: (phone: string, network: string) => Promise<void>;
  /** Checks a code and counts the attempt. @returns whether the code is the latest one and has not expired. */
  check: (phone: string, code: string, network: string) => Promise<boolean>;
};
