import { defineConfig } from 'playwright/test';
export default defineConfig({ testDir: '.', testMatch: ['zz-*.spec.ts'], outputDir: '/tmp/zzout', workers: 2, fullyParallel: true, timeout: 180000, expect:{timeout:30000} });
