/** Proof that somebody holds a phone: a code that is sent to it. */
export type PhoneProof = {
  /** Sends a code. Nobody is told whether it arrives. */
  send: (phone: string) => Promise<void>;
  /** Counts a try. @returns whether it is the latest one sent to the phone, and still in time. */
  check: (phone: string, code: string) => Promise<boolean>;
};
