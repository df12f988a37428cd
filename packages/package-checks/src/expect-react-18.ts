import { version } from 'react';
import { version as domVersion } from 'react-dom';

if (![version, domVersion].every((each) => each.startsWith('18.'))) {
  throw new Error(`This run is meant for React 18; it found react ${version} and react-dom ${domVersion}.`);
}
