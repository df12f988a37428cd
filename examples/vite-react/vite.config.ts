import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Page and API share an origin in development too, so no CORS is needed.
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
});
