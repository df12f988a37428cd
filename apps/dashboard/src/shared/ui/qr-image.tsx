import { Alert, Skeleton } from '@mantine/core';
import type { ErrorText } from '../errors/explain-error.ts';

type QrImageProps = {
  /** Undefined while the image loads. */
  svg: string | undefined;
  failure: ErrorText | null;
  alt: string;
  /** Width and height in pixels. */
  size: number;
};

/** QR code, with a skeleton while it loads and an error message. */
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
