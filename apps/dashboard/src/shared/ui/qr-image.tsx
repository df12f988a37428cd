import { Alert, Skeleton } from '@mantine/core';
import type { ErrorSentence } from '../errors/sentence.ts';

type QrImageProps = {
  /** Left out until it has come. */
  svg: string | undefined;
  failure: ErrorSentence | null;
  alt: string;
  /** In pixels. */
  size: number;
};

/** A QR code in its place: before it has come, and when it does not come. */
export const QrImage = ({ svg, failure, alt, size }: QrImageProps) =>
  failure ? (
    <Alert role="alert" color="red" title={failure.title}>
      {failure.advice}
    </Alert>
  ) : (
    <Skeleton visible={!svg} width={size} height={size}>
      {svg && (
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} width={size} height={size} />
      )}
    </Skeleton>
  );
