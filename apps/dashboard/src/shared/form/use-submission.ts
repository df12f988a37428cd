import { useRef, useState } from 'react';
import { type ErrorText, explainError, getFieldErrors } from '../errors/explain-error.ts';

type SubmissionOptions = {
  /** Error title, e.g. «Лид не добавлен». */
  failureTitle: string;
  initialFailure?: ErrorText | null | undefined;
  /** Whether the form shows the message of a field. Messages without a field are shown in the alert. */
  hasField: (name: string) => boolean;
  /** Shows the messages of the server at their fields. */
  showErrors: (errors: Record<string, string>) => void;
  /** Returns the text of an error; `null` when it is shown outside the form, `undefined` for the default text. */
  describe?:
    | ((error: unknown) => Promise<ErrorText | null | undefined> | ErrorText | null | undefined)
    | undefined;
  /** Called after the error is shown. */
  onError?: ((error: unknown) => void) | undefined;
};

/** Sends a form: one request at a time, with the busy state and the error texts. All forms of the dashboard use it. */
export function useSubmission({
  failureTitle,
  initialFailure = null,
  hasField,
  showErrors,
  describe,
  onError,
}: SubmissionOptions) {
  const [failure, setFailure] = useState<ErrorText | null>(initialFailure);
  const [isSending, setSending] = useState(false);
  /** A double click arrives before the button is disabled. */
  const isPending = useRef(false);

  async function describeOrExplain(error: unknown): Promise<ErrorText | null> {
    try {
      const text = await describe?.(error);
      if (text !== undefined) return text;
    } catch {
      // The description needs a call that can fail, e.g. without a connection. The text of the server is shown then.
    }
    const fields = Object.keys(getFieldErrors(error)).filter(hasField);
    const explanation = explainError(error, failureTitle, { fields });
    showErrors(explanation.fields as Record<string, string>);
    return explanation.alert;
  }

  /** Resolves to the result of `send`; to `null` after an error, which is shown, and while another request is pending. */
  async function submit<Result>(send: () => Promise<Result>): Promise<Result | null> {
    if (isPending.current) return null;
    isPending.current = true;
    setSending(true);
    setFailure(null);
    try {
      return await send();
    } catch (error) {
      setFailure(await describeOrExplain(error));
      try {
        onError?.(error);
      } catch (sideError) {
        reportError(sideError);
      }
      return null;
    } finally {
      isPending.current = false;
      setSending(false);
    }
  }
  return { failure, setFailure, isSending, submit };
}
