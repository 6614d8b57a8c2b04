import { afterAll } from 'vitest';
import { removeTestFolders } from '../../electron/testing/test-folder.ts';

afterAll(removeTestFolders);
