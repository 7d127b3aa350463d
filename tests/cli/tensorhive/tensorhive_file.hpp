// A TensorHive 1.1 database for tests: its tables after all migrations, and rows that a test
// inserts.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include <sqlite3.h>

namespace dibs::cli {

inline constexpr const char* tensorhive_tables = R"(
CREATE TABLE users (id INTEGER PRIMARY KEY, username VARCHAR(40) NOT NULL, email VARCHAR(64),
  created_at DATETIME, _hashed_password VARCHAR(120));
CREATE TABLE roles (id INTEGER PRIMARY KEY, name VARCHAR(40), user_id INTEGER);
CREATE TABLE groups (id INTEGER PRIMARY KEY, name VARCHAR(40), created_at DATETIME,
  is_default BOOLEAN);
CREATE TABLE user2group (user_id INTEGER, group_id INTEGER, created_at DATETIME);
CREATE TABLE resources (id VARCHAR(64) PRIMARY KEY, name VARCHAR(40), hostname VARCHAR(64));
CREATE TABLE restrictions (id INTEGER PRIMARY KEY, name VARCHAR(50), created_at DATETIME,
  starts_at DATETIME NOT NULL, ends_at DATETIME, is_global BOOLEAN NOT NULL);
CREATE TABLE restriction2assignee (id INTEGER PRIMARY KEY, restriction_id INTEGER,
  group_id INTEGER, user_id INTEGER);
CREATE TABLE restriction2resource (restriction_id INTEGER, resource_id VARCHAR(64));
CREATE TABLE restriction2schedule (restriction_id INTEGER, schedule_id INTEGER);
CREATE TABLE restriction_schedules (id INTEGER PRIMARY KEY, schedule_days VARCHAR(7),
  hour_start TIME, hour_end TIME);
CREATE TABLE reservations (id INTEGER PRIMARY KEY, user_id INTEGER, title VARCHAR(60),
  description VARCHAR(200), resource_id VARCHAR(60), is_cancelled BOOLEAN, gpu_util_avg INTEGER,
  mem_util_avg INTEGER, _start DATETIME, _end DATETIME, created_at DATETIME);
CREATE TABLE jobs (id INTEGER PRIMARY KEY, name VARCHAR(40), description TEXT, user_id INTEGER,
  _status VARCHAR(14), _start_at DATETIME, _stop_at DATETIME, is_queued BOOLEAN);
CREATE TABLE tasks (id INTEGER PRIMARY KEY, job_id INTEGER, hostname VARCHAR(40), pid INTEGER,
  _status VARCHAR(14), command VARCHAR(400), gpu_id INTEGER);
CREATE TABLE command_segments (id INTEGER PRIMARY KEY, name VARCHAR(40),
  segment_type VARCHAR(14));
CREATE TABLE cmd_segment2task (task_id INTEGER, cmd_segment_id INTEGER, _value VARCHAR(100),
  _index INTEGER);
)";

inline void write_sqlite(const std::filesystem::path& path, const std::string& sql) {
    sqlite3* database = nullptr;
    const bool done = sqlite3_open(path.c_str(), &database) == SQLITE_OK &&
                      sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    const std::string why = done ? "" : sqlite3_errmsg(database);
    sqlite3_close(database);
    if (!done) throw std::runtime_error(why);
}

}  // namespace dibs::cli
