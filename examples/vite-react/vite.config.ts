import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The page and the API share an origin, in development too: no CORS.
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
});
