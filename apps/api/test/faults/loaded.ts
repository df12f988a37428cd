/** Appends the URL of every loaded module to the file named by `LOADED`. Used with `--import`. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { LOADED = '' } = process.env;

registerHooks({
  load(url, context, next) {
    appendFileSync(LOADED, `${url}\n`);
    return next(url, context);
  },
});
