export const LANGUAGE_TABLES = `
  CREATE TABLE language_runs (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    request TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    connection_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    first_text_at INTEGER,
    ended_at INTEGER,
    pieces INTEGER NOT NULL DEFAULT 0,
    usage TEXT,
    error TEXT,
    events TEXT,
    price_in REAL,
    price_out REAL,
    cost INTEGER,
    estimated_cost INTEGER,
    finish_reasons TEXT NOT NULL DEFAULT '[]',
    origin TEXT NOT NULL DEFAULT '{}',
    conversation_id TEXT,
    message_id TEXT,
    context TEXT
  ) STRICT;
  CREATE INDEX language_runs_by_creation ON language_runs (created_at);
  CREATE INDEX language_runs_by_state ON language_runs (state);

  CREATE TABLE language_pieces (
    run_id TEXT NOT NULL REFERENCES language_runs (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (run_id, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX language_runs_by_conversation ON language_runs (conversation_id, state)
    WHERE conversation_id IS NOT NULL;

  CREATE TABLE conversations (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    -- its title for searching: lower case, without accents
    title_key TEXT NOT NULL,
    -- 1 once the user has named it
    is_titled INTEGER NOT NULL DEFAULT 0,
    folder TEXT NOT NULL DEFAULT '',
    is_pinned INTEGER NOT NULL DEFAULT 0,
    system TEXT NOT NULL DEFAULT '',
    model TEXT,
    -- shared/contract/language.ts, JSON
    parameters TEXT NOT NULL DEFAULT '{}',
    -- the last message of the active path, and the first one
    leaf_id TEXT,
    first_id TEXT,
    draft TEXT,
    revision INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    removed_at INTEGER,
    -- where it was imported from: such a file brings it once
    source TEXT UNIQUE
  ) STRICT;
  CREATE INDEX conversations_by_change ON conversations (is_pinned, changed_at, number)
    WHERE removed_at IS NULL;
  CREATE INDEX conversations_by_folder ON conversations (folder, is_pinned, changed_at, number)
    WHERE removed_at IS NULL;
  CREATE INDEX conversations_removed ON conversations (removed_at) WHERE removed_at IS NOT NULL;

  CREATE TABLE messages (
    -- in the order of their making; the search knows them by it
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id TEXT,
    role TEXT NOT NULL,
    text TEXT NOT NULL,
    -- the text for the search, where runs of CJK had to be cut into words; NULL = as it is
    words TEXT,
    -- JSON list
    pictures TEXT NOT NULL DEFAULT '[]',
    model TEXT,
    run_id TEXT,
    choice INTEGER NOT NULL DEFAULT 0,
    -- answers that were asked for together
    order_id TEXT,
    continues TEXT,
    -- the child that was on the path last
    last_child_id TEXT,
    created_at INTEGER NOT NULL,
    edited_at INTEGER,
    removal_id TEXT,
    source TEXT,
    thoughts TEXT,
    UNIQUE (conversation_id, source)
  ) STRICT;
  CREATE INDEX messages_by_parent ON messages (parent_id, number) WHERE parent_id IS NOT NULL;
  CREATE INDEX messages_first ON messages (conversation_id, number) WHERE parent_id IS NULL;
  CREATE INDEX messages_by_conversation ON messages (conversation_id);
  CREATE INDEX messages_by_run ON messages (run_id) WHERE run_id IS NOT NULL;
  CREATE INDEX messages_by_order ON messages (order_id) WHERE order_id IS NOT NULL;
  CREATE INDEX messages_by_removal ON messages (removal_id) WHERE removal_id IS NOT NULL;

  CREATE TABLE message_removals (
    id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    -- the path before it
    leaf_id TEXT,
    removed_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE message_texts (
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    until INTEGER NOT NULL,
    text TEXT NOT NULL,
    pictures TEXT NOT NULL
  ) STRICT;
  CREATE INDEX message_texts_by_message ON message_texts (message_id, until);

  CREATE VIEW message_words AS SELECT number, coalesce(words, text) AS words FROM messages;

  CREATE VIRTUAL TABLE message_search USING fts5 (
    words, content='message_words', content_rowid='number',
    tokenize="unicode61 remove_diacritics 2", prefix='2 3 4 5'
  );
  INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER messages_added AFTER INSERT ON messages WHEN new.text <> '' BEGIN
    INSERT INTO message_search (rowid, words) VALUES (new.number, coalesce(new.words, new.text));
  END;
  CREATE TRIGGER messages_gone AFTER DELETE ON messages WHEN old.text <> '' BEGIN
    INSERT INTO message_search (message_search, rowid, words)
      VALUES ('delete', old.number, coalesce(old.words, old.text));
  END;
  CREATE TRIGGER messages_changed AFTER UPDATE OF text, words ON messages BEGIN
    INSERT INTO message_search (message_search, rowid, words)
      SELECT 'delete', old.number, coalesce(old.words, old.text) WHERE old.text <> '';
    INSERT INTO message_search (rowid, words)
      SELECT new.number, coalesce(new.words, new.text) WHERE new.text <> '';
  END;

  CREATE TABLE answer_ledger (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    is_practice INTEGER NOT NULL,
    model TEXT NOT NULL,
    conversation_id TEXT,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    price_in REAL,
    price_out REAL,
    -- 10^-10 USD; NULL = unknown, and then possibly an estimate
    cost INTEGER,
    estimated_cost INTEGER
  ) STRICT;
  CREATE INDEX answer_ledger_by_conversation ON answer_ledger (conversation_id)
    WHERE conversation_id IS NOT NULL;
  CREATE INDEX answer_ledger_by_time ON answer_ledger (connection_id, began_at);
  CREATE TRIGGER answer_ledger_stays BEFORE UPDATE ON answer_ledger BEGIN
    SELECT raise(ABORT, 'the ledger is never changed');
  END;
  CREATE TRIGGER answer_ledger_keeps BEFORE DELETE ON answer_ledger BEGIN
    SELECT raise(ABORT, 'the ledger forgets nothing');
  END;

  CREATE TABLE documents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    -- name and beginning for searching: lower case, without accents
    search_key TEXT NOT NULL,
    -- JSON of the screen's own
    marks TEXT NOT NULL,
    settings TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX documents_by_change ON documents (changed_at, number) WHERE removed_at IS NULL;

  CREATE TABLE prompt_tables (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    template TEXT NOT NULL,
    model TEXT NOT NULL,
    parameters TEXT NOT NULL,
    -- JSON list
    columns TEXT NOT NULL,
    -- 10^-10 USD of its answers with a known cost, also of those that were tried again
    cost INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    created_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;

  CREATE TABLE prompt_rows (
    table_id TEXT NOT NULL REFERENCES prompt_tables (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    -- JSON list
    cells TEXT NOT NULL,
    state TEXT NOT NULL,
    -- its latest answer
    run_id TEXT,
    PRIMARY KEY (table_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX prompt_rows_by_run ON prompt_rows (run_id) WHERE run_id IS NOT NULL;
  CREATE INDEX prompt_rows_by_state ON prompt_rows (table_id, state, position);
`;
