/** The real practice service for tests of the backend, which itself does not know it. */
export {
  startService,
  TEST_KEY as testKey,
  type Service,
} from '../practice-service/test-support.ts';
