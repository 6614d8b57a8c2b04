/** Models, conversations, documents, prompt tables and the ledger of answers. Never changed once released. */
export const LANGUAGE_STEP = `
  -- 1/10000 USD per million tokens, when the answer began; NULL = unknown.
  ALTER TABLE language_runs ADD COLUMN price_in REAL;
  ALTER TABLE language_runs ADD COLUMN price_out REAL;
  -- 10^-10 USD (one token at a price of one); NULL = unknown.
  ALTER TABLE language_runs ADD COLUMN cost INTEGER;
  -- 10^-10 USD, where no usage came.
  ALTER TABLE language_runs ADD COLUMN estimated_cost INTEGER;
  -- A JSON list: why each choice ended.
  ALTER TABLE language_runs ADD COLUMN finish_reasons TEXT NOT NULL DEFAULT '[]';
  -- JSON: how the service names the answer, its model and its time.
  ALTER TABLE language_runs ADD COLUMN origin TEXT NOT NULL DEFAULT '{}';
  -- The conversation that the request's messages are in; the request has none of them then.
  ALTER TABLE language_runs ADD COLUMN conversation_id TEXT;
  ALTER TABLE language_runs ADD COLUMN message_id TEXT;
  -- JSON: the system message and the ids of messages that were left out.
  ALTER TABLE language_runs ADD COLUMN context TEXT;
  CREATE INDEX language_runs_by_conversation ON language_runs (conversation_id, state)
    WHERE conversation_id IS NOT NULL;

  -- The models of each connection as its service listed them last, JSON.
  CREATE TABLE model_lists (
    connection_id TEXT PRIMARY KEY,
    models TEXT NOT NULL,
    refreshed_at INTEGER NOT NULL
  ) STRICT;
  -- The user's marks, and when a model was last asked.
  CREATE TABLE model_marks (
    connection_id TEXT NOT NULL,
    model TEXT NOT NULL,
    is_favourite INTEGER NOT NULL DEFAULT 0,
    is_default INTEGER NOT NULL DEFAULT 0,
    takes_pictures INTEGER NOT NULL DEFAULT 0,
    last_used_at INTEGER,
    -- tokens by estimated token, learned
    token_ratio REAL NOT NULL DEFAULT 1,
    PRIMARY KEY (connection_id, model)
  ) STRICT, WITHOUT ROWID;

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

  -- A tree by the parent alone.
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
  -- Texts that the user has replaced.
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
  -- The index is told the old words: it cannot know them otherwise.
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

  -- Usage and cost of each answer. Rows are added, never changed or removed.
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
  INSERT INTO answer_ledger (run_id, connection_id, is_practice, model, began_at, ended_at,
      prompt_tokens, completion_tokens)
    SELECT id, connection_id, connection_id = 'practice', coalesce(json_extract(request, '$.model'), ''),
      created_at, coalesce(ended_at, created_at), json_extract(usage, '$.promptTokens'),
      json_extract(usage, '$.completionTokens')
    FROM language_runs WHERE state NOT IN ('running', 'failed') ORDER BY created_at;

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
