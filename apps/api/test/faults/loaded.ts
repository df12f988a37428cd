/** Writes down, in the file that `LOADED` names, every module that a process reads: with `--import`. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { LOADED = '' } = process.env;

registerHooks({
  load(url, context, next) {
    appendFileSync(LOADED, `${url}\n`);
    return next(url, context);
  },
});
