import CLibrary

/// Reads files as a whole, and never waits for what may not come.
package struct FileBytes {
  package enum Refusal: Error, Equatable {
    case nothing
    case folder
    /// A pipe, a device or a socket, which may never end.
    case noRegularFile
    /// More bytes than are read: so many, or more.
    case tooLarge(Int)
    /// The system refuses; the number is its `errno`.
    case system(Int32)
  }

  /// The largest number of bytes that are read.
  package let greatestSize: Int

  package init(atMost greatestSize: Int) { self.greatestSize = greatestSize }

  /// Returns the contents of a file.
  package func read(_ path: String) throws(Refusal) -> [UInt8] {
    // Opening a device may already do something, so it is looked at before; it may be exchanged in
    // between, so the opened one is looked at too.
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.refusal(errno) }
    OpenedFiles.current?.insert(status)
    try check(status)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.refusal(errno) }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    try check(status)
    return try readToEnd(of: descriptor, expecting: Int(status.st_size))
  }

  /// Returns the contents of a file, pipe or device that the caller has already opened.
  package func read(descriptor: Int32) throws(Refusal) -> [UInt8] {
    var status = stat()
    if fstat(descriptor, &status) == 0 { OpenedFiles.current?.insert(status) }
    return try readToEnd(of: descriptor, expecting: 0)
  }

  private func check(_ status: stat) throws(Refusal) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: if status.st_size > greatestSize { throw .tooLarge(Int(status.st_size)) }
    case S_IFDIR: throw .folder
    default: throw .noRegularFile
    }
  }

  private func readToEnd(of descriptor: Int32, expecting size: Int) throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var part = [UInt8](repeating: 0, count: min(max(size + 1, 1 << 12), 1 << 20))
    while true {
      let count = part.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { throw Self.refusal(errno) }
        var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&awaited, 1, -1)
        continue
      }
      bytes += part[..<count]
      // A file may grow while it is read, and a pipe says nothing of its length.
      if bytes.count > greatestSize { throw .tooLarge(bytes.count) }
    }
  }

  private static func refusal(_ error: Int32) -> Refusal {
    switch error {
    case ENOENT, ENOTDIR: .nothing
    case EISDIR: .folder
    default: .system(error)
    }
  }
}

extension FileBytes.Refusal {
  /// The system's error message, as the end of a sentence; empty if there is none.
  package var reason: String {
    if case .system(let error) = self { return ": \(String(cString: strerror(error)))" }
    return ""
  }
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
